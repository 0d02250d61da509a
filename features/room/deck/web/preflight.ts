import type { PageCheck } from '../contract.ts'
import { pageFindings } from '../rules.ts'

type Finding = PageCheck['findings'][number]

/** A finding, and the pages that have it. */
export interface Found extends Finding {
  readonly pages: readonly number[]
}

/** The findings of some pages, what does not play first. */
export function groupFindings(checks: readonly PageCheck[]): Found[] {
  const groups = new Map<string, Finding & { pages: number[] }>()
  for (const { page, findings } of checks)
    for (const finding of findings) {
      const key = `${finding.kind} ${finding.font ?? ''}`
      const known = groups.get(key) ?? { ...finding, pages: [] }
      groups.set(key, known)
      known.pages.push(page)
    }
  const place = ({ kind }: Finding) => pageFindings.indexOf(kind)
  return [...groups.values()].sort((a, b) => place(a) - place(b))
}

/** Numbers in their order, neighbours as ranges: "1–3", "7". */
export function rangesOf(pages: readonly number[]): string[] {
  const ranges: [first: number, last: number][] = []
  for (const page of pages.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range && range[1] + 1 === page) range[1] = page
    else ranges.push([page, page])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
}
