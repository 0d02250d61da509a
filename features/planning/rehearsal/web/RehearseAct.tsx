import { Button } from '@mantine/core'
import { IconMicrophone2 } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { joinAddress } from '#features/core/pitch/web/addresses.ts'
import { mayBeRehearsed } from '#features/planning/rehearsal/rules.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'

/** On a pitch's page until it begins: opens its rehearsal, or joins and ends the running one. */
export function RehearseAct({ pitch }: { pitch: Pick<PitchDetail, 'uuid' | 'state' | 'part'> }) {
  const may = mayBeRehearsed(pitch.state) && pitch.part !== 'attendee'
  return may ? <Act uuid={pitch.uuid} /> : null
}

function Act({ uuid }: { uuid: string }) {
  const { t } = useTranslation('rehearsal')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const key = ['pitch', 'rehearsal', uuid]
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => client.getRehearsal({ uuid }),
    refetchInterval: 15_000,
  })
  const open = useMutation({
    mutationFn: () => client.openRehearsal({ uuid }),
    onSuccess: made => navigate(joinAddress(made.uuid)),
  })
  const end = useMutation({
    mutationFn: () => client.endRehearsal({ uuid }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  const running = data?.rehearsal
  return (
    <>
      <Button
        variant={running ? 'light' : 'default'}
        leftSection={<IconMicrophone2 size={16} aria-hidden />}
        loading={open.isPending}
        onClick={() => open.mutate()}
      >
        {running ? t('join', { count: running.here }) : t('open')}
      </Button>
      {running && (
        <Button variant="subtle" loading={end.isPending} onClick={() => end.mutate()}>
          {t('end')}
        </Button>
      )}
      <ErrorNotice failure={open.error ?? end.error} />
    </>
  )
}
