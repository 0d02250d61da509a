import { execFileSync } from 'node:child_process'

/** A network namespace that reaches this machine over one bad line. */
export interface LossyNetwork {
  /** This machine's address on the line. */
  readonly here: string
  /** The command that runs another one inside the namespace. */
  readonly inside: readonly string[]
  /** Cuts the line, or restores it. */
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
      // it did not exist
    }
}

/**
 * Creates the line: a fifth of the media packets into the namespace is lost, and at most a megabit a second passes.
 * Needs root, iproute2 and nftables; fails without them.
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
  // only media is lost, and inside the namespace, so that this machine's own rules are not changed
  const rule = `meta l4proto udp numgen random mod 100 < ${lossPercent} drop`
  run(...inside, 'nft', `table inet lossy { chain input { type filter hook input priority 0; ${rule}; }; }`)
  return { here, inside, cut: isCut => void run('ip', 'link', 'set', 'rostrum0', isCut ? 'down' : 'up'), remove }
}
