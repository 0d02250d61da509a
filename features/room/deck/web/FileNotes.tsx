import { Alert, Text } from '@mantine/core'
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import { useWording } from '#web/ui/wording.ts'
import type { DeckFile } from '../contract.ts'

/** Why a file has no pages and what to do about it, or what was removed from it. */
export function FileNotes({ file, acts }: { file: DeckFile; acts?: ReactNode }) {
  const { t } = useTranslation('deck')
  const wording = useWording()
  return (
    <>
      {file.failure && (
        <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
          <Text size="sm">{wording(new CallFailed(file.failure))}</Text>
          {acts}
        </Alert>
      )}
      {file.notes.map(note => (
        <Alert key={note} variant="light" icon={<IconInfoCircle aria-hidden />}>
          <Text size="sm">{t(`note.${note}`)}</Text>
        </Alert>
      ))}
    </>
  )
}
