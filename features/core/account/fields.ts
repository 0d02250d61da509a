import { z } from 'zod'

/** [RULE-003, RULE-004] A password as it was typed, trimmed. */
export const typedPassword = z.string().trim().min(1, { error: 'required' }).max(200, { error: 'tooLong' })
