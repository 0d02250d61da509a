import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { callers } from '#contract/declare.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { PitchStateMark } from '#features/core/pitch/web/PitchState.tsx'
import { pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { Entity } from '#web/ui/record/Entity.tsx'
import { Time } from '#web/ui/Time.tsx'

/** Pitches that are shown at first, and with each further step. */
const STEP = 10

/** Whether the person manages pitches, and so sees those of a company. */
export const useSeesPitches = (): boolean =>
  usePerson().roles.some(role => (callers.pitchAdmins as readonly string[]).includes(role))

/** The pitches of a company, the latest first. */
export function CompanyPitches({ id }: { id: string }) {
  const { t } = useTranslation('companies')
  const [limit, setLimit] = useState(STEP)
  const pitches = useQuery({
    ...callQuery('getCompanyPitchList', { id, limit }),
    placeholderData: before => before,
  })
  return (
    <section>
      <Title order={3} size="h4">
        {t('pitches.title')}
      </Title>
      <Entity query={pitches}>
        {({ items, total }) => (
          <>
            <ul className="company-people">
              {items.length === 0 && <li>{t('pitches.none')}</li>}
              {items.map(pitch => (
                <li key={pitch.id}>
                  <Group justify="space-between" gap="xs">
                    <Anchor component={Link} to={pitchPaths.view(pitch)}>
                      {pitch.presentation_name}
                    </Anchor>
                    <PitchStateMark state={pitch.state} invited={1} />
                  </Group>
                  <Text size="sm" c="dimmed">
                    {pitch.presenter_name} · <Time at={pitch.start_date_raw} />
                  </Text>
                </li>
              ))}
            </ul>
            {total > items.length && limit < 200 && (
              <Button variant="subtle" onClick={() => setLimit(limit + STEP)}>
                {t('pitches.more')}
              </Button>
            )}
          </>
        )}
      </Entity>
    </section>
  )
}

/** What depends on a company, for the confirmation of its deletion. */
export function CompanyUses({ id }: { id: string }) {
  const { t } = useTranslation('companies')
  const seesPitches = useSeesPitches()
  const pitches = useQuery({ ...callQuery('getCompanyPitchList', { id, limit: 1 }), enabled: seesPitches }).data?.total
  const series = useQuery({ ...callQuery('getCompanySeriesList', { id, limit: 1 }), enabled: seesPitches }).data?.total
  const presenters = useQuery(callQuery('getPresenterCompanyList', { company_id: id, limit: 1 })).data?.total
  return (
    <>
      {series ? <Text mt="xs">{t('uses.series', { count: series })}</Text> : null}
      {pitches ? <Text mt="xs">{t('uses.pitches', { count: pitches })}</Text> : null}
      {presenters ? <Text mt="xs">{t('uses.presenters', { count: presenters })}</Text> : null}
    </>
  )
}
