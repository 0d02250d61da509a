import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Language } from '#contract/fields.ts'
import { Door } from '#features/access/session/web/Door.tsx'
import { registrationInfo } from '#features/core/site/web/registrationInfo.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { usePassedOn } from './invitation.ts'

/** [ROUTE-027] Says that a link is on its way, and sends it again. Whether there was one, the page does not know. */
export function SignupEmailSent() {
  const { t, i18n } = useTranslation('registration')
  const { email } = usePassedOn()
  const isOff = useQuery(registrationInfo).data?.sends === false
  const again = useMutation({
    mutationFn: async (to: string) =>
      client.sendVerificationCodeEmail({ email: to, type: 'activation', language: i18n.language as Language }),
  })
  return (
    <Door title={t(isOff ? 'sent.offTitle' : 'sent.title')}>
      <Stack>
        <Text role="status">{isOff ? t('sent.off') : email ? t('sent.body', { email }) : t('sent.bodyAny')}</Text>
        {!isOff && <Text c="dimmed">{t('sent.spam')}</Text>}
        {again.isSuccess && <Text role="status">{t('sent.sentAgain')}</Text>}
        <ErrorNotice failure={again.error} />
        {email && !isOff && (
          <Button variant="default" onClick={() => again.mutate(email)} loading={again.isPending}>
            {t('sent.again')}
          </Button>
        )}
        <Button component={Link} to="/login">
          {t('wait.toSignIn')}
        </Button>
      </Stack>
    </Door>
  )
}
