export { connect } from './connect.ts'
export type { ConnectOptions, OpenSocket } from './connect-options.ts'
export type { RemoteExecutor } from './remote-executor.ts'
export type { Socket, SocketEvent } from './socket.ts'
