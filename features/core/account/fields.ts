import { z } from 'zod'
import { line } from '#contract/fields.ts'

/** A text that is there. */
export const filled = (max: number) => line(max).pipe(z.string().min(1, { error: 'required' }))
/** [RULE-003, RULE-004] A password as it was typed, trimmed. */
export const typedPassword = z.string().trim().min(1, { error: 'required' }).max(200, { error: 'tooLong' })
