import { Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { copyText } from '#web/ui/exportText.ts'
import { doneNotice } from '#web/ui/notices.tsx'
import { useWording } from '#web/ui/wording.ts'
import type { Attendee } from '../contract.ts'

type Whose = Pick<Attendee, 'id' | 'email'>

export interface CopyingLink {
  readonly copy: (whose: Whose) => void
  /** The id of the attendee whose link is being made. */
  readonly busy: string | undefined
  /** A new link that the browser did not let onto the clipboard. */
  readonly shown: { readonly email: string; readonly link: string } | undefined
  readonly close: () => void
}

/** Makes another link for an attendee and copies it. The browser does not keep it. */
export function useCopyLink(uuid: string): CopyingLink {
  const { t } = useTranslation('invite')
  const wording = useWording()
  const [busy, setBusy] = useState<string>()
  const [shown, setShown] = useState<CopyingLink['shown']>()
  async function copy({ id, email }: Whose) {
    if (busy) return
    setBusy(id)
    try {
      const { link } = await client.createJoinLink({ uuid, attendee_id: id })
      if (await copyText(link)) doneNotice(t('copy.done', { email }))
      else setShown({ email, link })
    } catch (failure) {
      notifications.show({ color: 'red', title: t('copy.failed'), message: wording(failure) })
    } finally {
      setBusy(undefined)
    }
  }
  return { copy, busy, shown, close: () => setShown(undefined) }
}

/** Shows a link once, when it could not be copied automatically. */
export function CopiedLink({ copying: { shown, close } }: { copying: CopyingLink }) {
  const { t } = useTranslation(['invite', 'common'])
  return (
    <Modal
      opened={shown !== undefined}
      onClose={close}
      title={t('invite:copy.title', { email: shown?.email ?? '' })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <Stack>
        <Text>{t('invite:copy.body')}</Text>
        <Group wrap="nowrap" align="flex-end" gap="xs">
          <TextInput
            label={t('invite:copy.field')}
            value={shown?.link ?? ''}
            readOnly
            data-autofocus
            style={{ flex: 1 }}
            onFocus={event => event.currentTarget.select()}
          />
          <CopyButton text={shown?.link ?? ''} label={t('invite:copy.act')} />
        </Group>
      </Stack>
    </Modal>
  )
}
