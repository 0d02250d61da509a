import { readdirSync, readFileSync } from 'node:fs'

interface Process {
  readonly pid: number
  readonly parent: number
  readonly name: string
}

/** Every descendant of one of our processes, as reported by Linux. */
export function descendants(of = process.pid): Process[] {
  const all = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8')
        const field = (key: string) => new RegExp(`^${key}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? ''
        return [{ pid: Number(name), parent: Number(field('PPid')), name: field('Name') }]
      } catch {
        return [] // it has just ended
      }
    })
  const found: Process[] = []
  const add = (parent: number) => {
    for (const one of all.filter(other => other.parent === parent)) {
      found.push(one)
      add(one.pid)
    }
  }
  add(of)
  return found
}
