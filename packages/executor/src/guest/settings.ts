// What the core is told when it starts, beside the bridge: the further parameters of its bundle.

/** Whether the executor's option leaves WebAssembly in. */
declare const webAssembly: boolean

export const allowsWebAssembly: boolean = webAssembly
