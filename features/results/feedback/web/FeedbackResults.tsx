import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type PitchPart, type PitchState, presents } from '#features/core/pitch/rules.ts'
import { client } from '#web/client/client.ts'
import { FeedbackTable } from './FeedbackTable.tsx'
import { SessionRating } from './SessionRating.tsx'
import { SessionRatings } from './SessionRatings.tsx'

interface Props {
  pitch: { readonly uuid: string; readonly state: PitchState; readonly part: PitchPart }
  /** Downloads the table of what people said. */
  exportAct: ReactNode
}

/** [SCREEN-014, PROD-015] What people said of a pitch, and how they found the session; its presenters are asked as well. */
export function FeedbackResults({ pitch: { uuid, state, part }, exportAct }: Props) {
  const { t } = useTranslation('feedback')
  return (
    <Stack gap="xl">
      <section>
        <Title order={2} mb="md">
          {t('title')}
        </Title>
        <FeedbackTable uuid={uuid} exportAct={exportAct} />
      </section>
      <section>
        <Title order={2} mb="md">
          {t('session.title')}
        </Title>
        <Stack gap="lg">
          {presents(part) && <SessionRating key={`${uuid} ${state}`} pitch={uuid} client={client} />}
          <SessionRatings uuid={uuid} />
        </Stack>
      </section>
    </Stack>
  )
}
