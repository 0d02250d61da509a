import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usersCalls } from '#features/admin/users/contract.ts'
import { type BulkAct, type BulkDetail, CONFIRM, isHarmful, type UserSelection } from '#features/admin/users/rules.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useRefresh } from '#web/ui/record/callQuery.ts'
import { BulkChoice } from './BulkChoice.tsx'
import { BulkConsequences, type BulkPreview } from './BulkConsequences.tsx'
import { TaskProgress } from './TaskDialog.tsx'

/** An act on users whom the server has counted: those selected when it was chosen, as the list may change meanwhile. */
export interface Previewed {
  act: BulkAct
  selected: UserSelection
  preview: BulkPreview
}

interface Props extends Previewed {
  /** The act was done. */
  onDone: () => void
  onClose: () => void
}

/** [RULE-090] Confirms an act on many users, does it, and names the users who were skipped. */
export function BulkDialog({ act, selected, preview, onDone, onClose }: Props) {
  const { t } = useTranslation(['account', 'common'])
  const refresh = useRefresh(usersCalls)
  const change = useMutation({
    mutationFn: (given: BulkDetail & { confirm: string }) =>
      client.changeUsers({ act, ...selected, ...given, expected: preview.people }),
    onSuccess: () => refresh(),
  })

  function close() {
    if (change.isPending) return
    if (change.data) onDone()
    onClose()
  }

  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t(`account:bulk.title.${act}`, { count: preview.people - preview.not_managed })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      {change.data ? (
        <TaskProgress first={change.data} onClose={close} />
      ) : (
        <BulkForm act={act} preview={preview} change={change} onClose={close} />
      )}
    </Modal>
  )
}

interface BulkFormProps {
  act: BulkAct
  preview: BulkPreview
  change: { isPending: boolean; error: unknown; mutate: (given: BulkDetail & { confirm: string }) => void }
  onClose: () => void
}

function BulkForm({ act, preview, change, onClose }: BulkFormProps) {
  const { t } = useTranslation(['account', 'common'])
  const [detail, setDetail] = useState<BulkDetail>({})
  const [typed, setTyped] = useState('')
  const harmful = isHarmful(act)
  const isMissing =
    (harmful && typed.trim() !== CONFIRM) ||
    ((act === 'addTag' || act === 'removeTag') && !detail.tag_id) ||
    (act === 'changeRole' && !detail.role) ||
    (act === 'delete' && preview.open_pitches > 0 && !detail.hand_over_to)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (!isMissing && !change.isPending) change.mutate({ ...detail, confirm: typed.trim() })
      }}
    >
      <Stack>
        <BulkConsequences act={act} preview={preview} />
        <BulkChoice act={act} detail={detail} onChange={setDetail} needsOwner={preview.open_pitches > 0} />
        {harmful && (
          <TextInput
            label={t('account:bulk.typeConfirm', { word: CONFIRM })}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="characters"
            data-autofocus
            spellCheck={false}
          />
        )}
        <ErrorNotice failure={change.error} title={t(`account:bulk.failed.${act}`)} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={change.isPending} data-autofocus>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" color={harmful ? 'red' : 'accent'} loading={change.isPending} disabled={isMissing}>
            {t(`account:bulk.act.${act}`)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
