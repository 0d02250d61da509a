import { execFileSync } from 'node:child_process'

/** A network of its own that reaches this machine over one bad line. */
export interface LossyNetwork {
  /** This machine's address on the line. */
  readonly here: string
  /** The command that runs another one inside. */
  readonly inside: readonly string[]
  /** Cuts the line, or mends it. */
  cut(isCut: boolean): void
  remove(): void
}

const NAME = 'rostrum-lossy'
const [here, there] = ['10.213.77.1', '10.213.77.2']
const run = (...command: string[]) => execFileSync(command[0] ?? '', command.slice(1), { stdio: 'pipe' })
const inside = ['ip', 'netns', 'exec', NAME] as const

function remove(): void {
  for (const what of [
    ['link', 'del', 'rostrum0'],
    ['netns', 'del', NAME],
  ])
    try {
      run('ip', ...what)
    } catch {
      // it was not there
    }
}

/**
 * Lays the line: a fifth of the sound and pictures that come to whoever is inside is lost, and no more than a megabit a
 * second passes. Needs root, iproute2 and nftables; fails where they are not to be had.
 */
export function layLossyNetwork({ lossPercent = 20, rate = '1mbit' } = {}): LossyNetwork {
  remove()
  run('ip', 'netns', 'add', NAME)
  run('ip', 'link', 'add', 'rostrum0', 'type', 'veth', 'peer', 'name', 'rostrum1', 'netns', NAME)
  run('ip', 'addr', 'add', `${here}/30`, 'dev', 'rostrum0')
  run('ip', 'link', 'set', 'rostrum0', 'up')
  run(...inside, 'ip', 'addr', 'add', `${there}/30`, 'dev', 'rostrum1')
  run(...inside, 'ip', 'link', 'set', 'rostrum1', 'up')
  run(...inside, 'ip', 'link', 'set', 'lo', 'up')
  run('tc', 'qdisc', 'add', 'dev', 'rostrum0', 'root', 'tbf', 'rate', rate, 'burst', '32kbit', 'latency', '300ms')
  // sound and pictures alone are lost, and inside, where nothing of this machine's own rules is touched
  const rule = `meta l4proto udp numgen random mod 100 < ${lossPercent} drop`
  run(...inside, 'nft', `table inet lossy { chain input { type filter hook input priority 0; ${rule}; }; }`)
  return { here, inside, cut: isCut => void run('ip', 'link', 'set', 'rostrum0', isCut ? 'down' : 'up'), remove }
}
