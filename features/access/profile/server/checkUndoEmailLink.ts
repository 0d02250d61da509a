import type { profileCalls } from '#features/access/profile/contract.ts'
import type { Handler } from '#server/context.ts'
import { readUndoLink } from './undoLink.ts'

export const checkUndoEmailLink: Handler<typeof profileCalls.checkUndoEmailLink> = async context => {
  const found = await readUndoLink(context, context.input.link_code)
  if (typeof found === 'string') return context.fail(found)
  return { old_email: found.change.oldEmail, new_email: found.person.email }
}
