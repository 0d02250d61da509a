/**
 * Minutes beyond the organisation's after which the server ends what nobody uses. The browser counts clicks and keys,
 * and tells of them every few minutes (`web/useTelling.ts`), so it is always the first to ask.
 */
export const IDLE_MARGIN = 10

/** Whether nobody has used a browser's session for too long. A program's never idles, nor does a join session. */
export const isIdle = (
  { idles, lastUsedAt, timeoutMinutes }: { idles: boolean; lastUsedAt: Date; timeoutMinutes: number },
  now: Date,
): boolean => idles && now.getTime() - lastUsedAt.getTime() > (timeoutMinutes + IDLE_MARGIN) * 60_000
