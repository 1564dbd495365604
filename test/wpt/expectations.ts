// The failures that are known, each with its reason, and what a report shows against them.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FileReport, Subtest } from './run-file.ts'

/**
 * Why a failure is no news. `absent`: needs what the isolate is not meant to have. `outdated`: the
 * standard has changed since the test was written. `library`: a third-party library, or V8, deviates.
 * `deviation`: the runtime deviates, on purpose or until it is mended.
 */
export const KINDS = ['absent', 'outdated', 'library', 'deviation'] as const
export type Kind = (typeof KINDS)[number]

type Known = {
  kind: Kind
  /** A short sentence for whoever meets the failure. */
  reason: string
  /** Names of failing subtests. */
  names?: Array<string>
  /** Or all whose name matches, and how many of them there are. */
  pattern?: string
  count?: number
}

/** Of one test file with all of its variants. */
export type FileExpectation = {
  /** Why the file is not run at all. */
  skip?: { kind: Kind; reason: string }
  /** Why the file fails as a whole: the text of its trouble contains `text`. */
  trouble?: { kind: Kind; reason: string; text: string }
  fails?: Array<Known>
}

export type Expectations = Readonly<Record<string, FileExpectation>>

/** The expectations of a subset, by the path of the file. A subset without any has no file. */
export async function readExpectations(subset: string): Promise<Expectations> {
  const file = new URL(`expectations/${subset}.json`, import.meta.url)
  if (!existsSync(file)) return {}
  const expectations: Expectations = JSON.parse(await readFile(file, 'utf8'))
  return expectations
}

export type Verdict = {
  passed: number
  /** Failures by kind. Those that nothing explains have no kind, and are news. */
  failed: Record<Kind, number>
  /** What differs from the expectations, one line each. */
  news: Array<string>
}

/** Holds the reports of one test file, of all its variants, against what is expected of it. */
export function judge(reports: Array<FileReport>, expected: FileExpectation = {}): Verdict {
  const failed: Verdict['failed'] = { absent: 0, outdated: 0, library: 0, deviation: 0 }
  const news = troubleNews(reports, expected)
  const subtests = reports.flatMap((report) => report.subtests)
  const open = new Set(subtests.filter(({ status }) => status !== 'PASS'))
  const passed = subtests.length - open.size
  for (const known of expected.fails ?? []) {
    const explained = [...open].filter((subtest) => explains(known, subtest))
    for (const subtest of explained) open.delete(subtest)
    failed[known.kind] += explained.length
    news.push(...passNews(known, explained))
  }
  for (const { name, status, message = '' } of open) news.push(`${status} ${name}: ${message}`)
  return { passed, failed, news }
}

function explains({ names, pattern }: Known, { name }: Subtest): boolean {
  return names?.includes(name) ?? (pattern !== undefined && new RegExp(pattern, 'u').test(name))
}

function passNews({ names, pattern, count }: Known, explained: Array<Subtest>): Array<string> {
  if (names === undefined) {
    return explained.length === count
      ? []
      : [`${explained.length} fail that match ${pattern}, where ${count} are expected to`]
  }
  const failing = new Set(explained.map(({ name }) => name))
  return names.filter((name) => !failing.has(name)).map((name) => `unexpected PASS ${name}`)
}

function troubleNews(reports: Array<FileReport>, { trouble }: FileExpectation): Array<string> {
  const news = reports.flatMap((report) => {
    if (report.trouble === undefined) {
      return report.subtests.length === 0 ? ['no subtests'] : []
    }
    const isKnown = trouble !== undefined && report.trouble.includes(trouble.text)
    return isKnown ? [] : [`trouble: ${report.trouble}`]
  })
  const isGone = trouble !== undefined && reports.every((report) => report.trouble === undefined)
  return isGone ? [...news, 'the file as a whole no longer fails'] : news
}
