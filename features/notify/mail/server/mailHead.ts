import type { MailRow } from './queries.ts'
import { subjectWithoutSecrets } from './withoutSecrets.ts'

/** A mail in a list: everything but its bodies. */
export const mailHead = ({
  createdAt,
  ...mail
}: Pick<MailRow, 'id' | 'kind' | 'recipient' | 'subject' | 'state' | 'failure' | 'viewHash' | 'createdAt'>) => ({
  id: mail.id,
  kind: mail.kind,
  recipient: mail.recipient,
  subject: subjectWithoutSecrets(mail),
  state: mail.state,
  failure: mail.failure,
  created_at: createdAt.toISOString(),
})
