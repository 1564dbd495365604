// Plain HTTP requests: health, metrics, and words for everything else.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { InProcessExecutor } from '@supolka/codemode-executor'
import { isAuthentic, pathOf } from './admission.ts'
import type { Health } from './health.ts'
import type { Metrics } from './metrics.ts'
import type { ServerSettings } from './options.ts'

/** What answers are made of. */
export type AnswerParts = {
  settings: ServerSettings
  executor: InProcessExecutor
  metrics: Metrics
  health: Health
}

type Answer = { status: number; text: string; headers?: Record<string, string> }

/** Answers one request. Health is open to all; metrics are for whoever may connect. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  parts: AnswerParts,
): Promise<void> {
  const { status, text, headers } = await findAnswer(request, parts)
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : text)
}

async function findAnswer(request: IncomingMessage, parts: AnswerParts): Promise<Answer> {
  const path = pathOf(request) ?? ''
  const { settings, executor, health } = parts
  if (path === settings.path) {
    return {
      status: 426,
      text: 'The executor is served over WebSocket.\n',
      headers: { upgrade: 'websocket' },
    }
  }
  const answer =
    path === '/metrics' && settings.metrics
      ? await answerMetrics(request, parts)
      : health.answer(path, executor.report())
  if (answer === undefined) return { status: 404, text: 'Nothing is served here.\n' }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return {
      status: 405,
      text: 'Only GET and HEAD are answered.\n',
      headers: { allow: 'GET, HEAD' },
    }
  }

  return { ...answer, text: answer.text.endsWith('\n') ? answer.text : `${answer.text}\n` }
}

async function answerMetrics(
  request: IncomingMessage,
  { settings, metrics }: AnswerParts,
): Promise<Answer> {
  if (!(await isAuthentic(request, settings))) {
    return {
      status: 401,
      text: 'The metrics are for whoever may connect.\n',
      headers: { 'www-authenticate': 'Bearer' },
    }
  }

  return {
    status: 200,
    text: await metrics.text(),
    headers: { 'content-type': metrics.contentType },
  }
}
