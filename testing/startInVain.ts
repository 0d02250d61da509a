import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs a program of ours until it ends by itself. Answers its exit code and what it said. */
export async function startInVain(program: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [program, 'start'], {
    cwd: new URL('..', import.meta.url).pathname,
    env: { PATH: process.env['PATH'], ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}
