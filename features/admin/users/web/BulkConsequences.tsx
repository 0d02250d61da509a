import { Alert, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type BulkAct, isHarmful } from '#features/admin/users/rules.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'

/** Counts of the users of an act, and of what it touches. */
export interface BulkPreview {
  people: number
  not_managed: number
  signed_in: number
  open_pitches: number
  live_pitches: number
}

/** The consequences in numbers, before the act. */
export function BulkConsequences({ act, preview }: { act: BulkAct; preview: BulkPreview }) {
  const { t } = useTranslation('account')
  const keepsMail = useKeepsMail()
  const { people, not_managed, signed_in, open_pitches, live_pitches } = preview
  const ends = isHarmful(act)
  return (
    <Stack gap="xs">
      <Text>
        {t(act === 'resend' && keepsMail ? 'bulk.body.resendKept' : `bulk.body.${act}`, {
          count: people - not_managed,
        })}
      </Text>
      {not_managed > 0 && <Text>{t('bulk.notManaged', { count: not_managed })}</Text>}
      {ends && signed_in > 0 && <Text>{t(`bulk.signedIn.${act}`, { count: signed_in })}</Text>}
      {ends && act !== 'signOut' && open_pitches > 0 && (
        <Text>{t(`bulk.openPitches.${act}`, { count: open_pitches })}</Text>
      )}
      {ends && live_pitches > 0 && (
        <Alert color="yellow" variant="light">
          {t('bulk.livePitches', { count: live_pitches })}
        </Alert>
      )}
    </Stack>
  )
}
