import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { CallFailed } from '#contract/call.ts'

/** The cost of one guess: argon2id with 19 MiB and two passes, about 30 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/** The same key presses may arrive composed or decomposed; spaces at the ends do not count (RULE-002 to RULE-004). */
const keyed = (password: string): string => password.trim().normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(keyed(password), cost))

/** Whether a hash was made at another cost, so that the next sign-in should replace it. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(current)

let decoyHash: Promise<string> | undefined

/** Compares a password. Without a hash it takes just as long, and answers false. */
export async function isPassword(passwordHash: string | undefined | null, password: string): Promise<boolean> {
  decoyHash ??= hashPassword('a decoy, so that an unknown name takes as long as a wrong password')
  const known = passwordHash ?? (await decoyHash)
  const same = await inTurn(() => verify(known, keyed(password)))
  return same && passwordHash !== undefined && passwordHash !== null
}

/**
 * Hashing takes whole cores, so a few run at once, and a bounded queue holds the others. One core is left to the requests
 * that wait for none.
 */
const atOnce = Math.max(1, Math.min(4, availableParallelism() - 1))
const MOST_WAITING = 200
const waiting: (() => void)[] = []
let running = 0

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running++
  else {
    if (waiting.length >= MOST_WAITING) throw new CallFailed('TooManyRequests')
    await new Promise<void>(resolve => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
