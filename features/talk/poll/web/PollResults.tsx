import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { PollBars } from './PollBars.tsx'
import { PollVoters } from './PollVoters.tsx'
import './poll.css'
import './PollResults.css'

/** The results of a pitch's polls, for its team, with an export as CSV. */
export function PollResults({ uuid, exportAct }: { uuid: string; exportAct: ReactNode }) {
  const { t } = useTranslation('poll')
  const { data, error, refetch } = useQuery({
    queryKey: ['pitch', 'polls', uuid],
    queryFn: () => client.getPollList({ pitch_uuid: uuid }),
    refetchInterval: 10_000,
  })
  if (!data) return error ? <ErrorNotice failure={error} retry={refetch} /> : <Skeleton height={240} />
  const opened = data.items.filter(({ state }) => state !== 'draft')
  if (opened.length === 0)
    return (
      <Stack gap="xs">
        <Title order={2}>{t('results.none')}</Title>
        <Text c="dimmed">{t('results.noneHint')}</Text>
      </Stack>
    )
  return (
    <Stack gap="lg">
      <div>{exportAct}</div>
      <ul className="poll-results">
        {opened.map(poll => (
          <li key={poll.id}>
            <Title order={2}>{poll.question}</Title>
            <p className={`poll-state ${poll.state}`}>
              {t(`state.${poll.state}`)}
              <span>{t(poll.is_anonymous ? 'anonymous' : 'named')}</span>
              {poll.is_multiple && <span>{t('multiple')}</span>}
              <span className="tabular">{t('voters', { count: poll.voters })}</span>
            </p>
            <PollBars {...poll} />
            {!poll.is_anonymous && poll.voters > 0 && <PollVoters pitch={uuid} poll={poll} />}
          </li>
        ))}
      </ul>
    </Stack>
  )
}
