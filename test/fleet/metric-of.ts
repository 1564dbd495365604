// What a replica tells Prometheus.

import { TOKEN, type Replica } from './start-replica.ts'

/** The value of a series, written as in the text that Prometheus gets. Rejects when there is none. */
export async function metricOf({ address, port }: Replica, series: string): Promise<number> {
  const response = await fetch(`http://${address}:${port}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  const lines = (await response.text()).split('\n')
  const line = lines.find((each) => each.startsWith(`${series} `))
  if (line === undefined) throw new Error(`${response.status}, and no ${series}`)

  return Number(line.slice(series.length))
}
