import { z } from 'zod'
import { event } from '#contract/event.ts'

/** A chat message as people see it. `type` is the wire's msg_type: 0 normal, 100 system (CONST-011, CONST-012). */
export const ChatMessage = z.object({
  id: z.number().int(),
  local_msg_id: z.uuid(),
  group_uuid: z.uuid(),
  fromuserid: z.uuid(),
  name: z.string(),
  msg_type: z.number().int(),
  content: z.string(),
  create_time: z.string(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const chatEvents = { messageSent: event(z.object({ message: ChatMessage })) }
