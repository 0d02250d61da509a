import { client } from '#web/client/client.ts'
import { startMail } from '#web/i18n/mail.ts'

startMail(() => client.getRegistrationInfo({}))
