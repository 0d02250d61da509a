import type { z } from 'zod'

/** One kind of numbered room event, by its payload. */
export interface EventKind<P extends z.ZodType = z.ZodType> {
  readonly payload: P
}

/** Declares a room event; its name is its key in the word's events.ts. */
export const event = <P extends z.ZodType>(payload: P): EventKind<P> => ({ payload })

/** An event as sent over the room socket: `seq` increases by one within a pitch, `at` is ISO 8601. */
export type EventOf<T extends { readonly [K in keyof T]: EventKind }> = {
  [K in keyof T & string]: {
    readonly seq: number
    readonly type: K
    readonly payload: z.output<T[K]['payload']>
    readonly at: string
  }
}[keyof T & string]
