// The AI SDK with one tool, `codemode`: the model writes programs over your tools, and they run here. The
// first program calls a tool by a wrong name; the model reads that, and its second one works.

import { createExecutor } from '@supolka/codemode-executor'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { generateText, isStepCount, tool } from 'ai'
import { z } from 'zod'
import { createCodeTool } from './codemode/load-create-code-tool.ts'
import { scriptedModel } from './codemode/scripted-model.ts'

const stock: Record<string, number> = { espresso: 12, filter: 3 }

const tools = {
  'in-stock': tool({
    description: 'Kilograms of a coffee that are in stock',
    inputSchema: z.object({ coffee: z.string() }),
    execute: async ({ coffee }) => stock[coffee] ?? 0,
  }),
}

await using executor = createExecutor({ workers: 1 })
const codemode = createCodeTool({ tools, executor: createCodemodeExecutor(executor) })

const model = scriptedModel([
  `async () => await codemode.inStock({ coffee: 'espresso' })`,
  // Models write fences and types, whatever they are told.
  `\`\`\`TypeScript
async (): Promise<number> => {
  const coffees: Array<string> = ['espresso', 'filter']
  const amounts = await Promise.all(coffees.map((coffee) => codemode.in_stock({ coffee })))
  return amounts.reduce((sum: number, amount: number) => sum + amount, 0)
}
\`\`\``,
])

const { text, steps } = await generateText({
  model,
  prompt: 'How much coffee is there?',
  tools: { codemode },
  stopWhen: isStepCount(3),
})

for (const { content } of steps) {
  for (const part of content) {
    if (part.type === 'tool-error') console.log(String(part.error))
    if (part.type === 'tool-result') console.log(part.output)
  }
}
console.log(text)
