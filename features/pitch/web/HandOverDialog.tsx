import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { doneNotice } from '#web/ui/doneNotice.ts'
import type { PitchDetail } from '../fields.ts'
import { useRefreshPitches } from './pitchQueries.ts'

/** How many people the search offers at once. */
const OFFERED = 20

interface Props {
  pitch: PitchDetail
  opened: boolean
  onClose: () => void
}

/** Hands a pitch to another presenter of its organisation. */
export function HandOverDialog({ pitch, opened, onClose }: Props) {
  const { t } = useTranslation('pitch')
  const refresh = useRefreshPitches()
  const [chosen, setChosen] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed.trim(), 250)
  const people = useQuery({
    queryKey: ['pitch', 'assignees', pitch.uuid, name],
    queryFn: () => client.getAssigneeList({ uuid: pitch.uuid, limit: OFFERED, ...(name && { name }) }),
    placeholderData: keepPreviousData,
    enabled: opened,
  })
  const options = people.data?.items.map(person => ({
    value: person.user_id,
    label: `${person.name} · ${person.email}`,
    disabled: person.user_id === pitch.user_id,
  }))
  async function run() {
    if (!chosen) throw new CallFailed('UserNotFound')
    await client.updatePitchUserId({ uuid: pitch.uuid, user_id: chosen })
    doneNotice(t('keep.handOnDone'))
    await refresh()
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('keep.handOnTitle', { name: pitch.presentation_name })}
      act={t('keep.handOn')}
      run={run}
    >
      <Text mb="md">{t('keep.handOnBody', { assignee: pitch.assignee })}</Text>
      <Select
        label={t('keep.handOnTo')}
        searchable
        // the server searches; what it found is what there is
        filter={({ options: found }) => found}
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={t('keep.nobody')}
        data={options ?? []}
        value={chosen}
        onChange={setChosen}
      />
    </ConfirmDialog>
  )
}
