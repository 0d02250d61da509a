import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Door } from '#features/access/session/web/Door.tsx'
import { keeping, signInAddress, wayBackOf } from '#features/access/session/web/wayBack.ts'

/** [ROUTE-028] */
export const ResetPasswordEmailSent = () => <EmailSent what="password" again="/forgot-password" />
/** [ROUTE-029] */
export const ReceiveUsernameEmailSent = () => <EmailSent what="username" again="/forgot-username" />

/** Says that an email is on its way if the address has an account, which the page itself does not know. */
function EmailSent({ what, again }: { what: 'password' | 'username'; again: string }) {
  const { t } = useTranslation('account')
  const { state } = useLocation()
  const email = typeof state?.email === 'string' ? state.email : ''
  const back = wayBackOf(state?.back ?? {})
  const isOff = state?.sends === false
  const words = email ? t(`sent.${what}`, { email }) : t(`sent.${what}Any`)
  return (
    <Door title={t(isOff ? 'sent.offTitle' : 'sent.title')}>
      <Stack>
        <Text role="status">{isOff ? t('sent.off') : words}</Text>
        {!isOff && <Text c="dimmed">{t('sent.spam')}</Text>}
        <Button component={Link} to={signInAddress(back)} fullWidth>
          {t('forgot.toSignIn')}
        </Button>
        <Anchor component={Link} to={keeping(again, back)} state={{ email }}>
          {t('sent.again')}
        </Anchor>
      </Stack>
    </Door>
  )
}
