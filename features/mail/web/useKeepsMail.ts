import { useQuery } from '@tanstack/react-query'
import { registrationInfo } from '#features/registration/web/registrationInfo.ts'

/** Whether this server sends no mail, so that what it writes waits in the outbox and nobody has been told anything. */
export const useKeepsMail = (): boolean => useQuery(registrationInfo).data?.sends === false
