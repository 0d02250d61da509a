import { Button } from '@mantine/core'
import { IconBroadcast, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePerson } from '#features/core/account/web/person.ts'
import { pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { NOTICE_POLL } from '#features/notify/notice/rules.ts'
import { client } from '#web/client/client.ts'
import { useReaderZone } from '#web/ui/Time.tsx'
import { formatTime } from '#web/ui/time.ts'
import './PitchesNow.css'

const isLate = (startsAt: string) => Date.parse(startsAt) <= Date.now()

/**
 * A strip above every screen while a pitch of the presenter is live or about to begin, with a link into it. Not during
 * impersonation.
 */
export function PitchesNow() {
  const { t, i18n } = useTranslation(['shell', 'common'])
  const acting = usePerson().impersonate_model
  const zone = useReaderZone()
  const { data } = useQuery({
    queryKey: ['pitch', 'now'],
    queryFn: () => client.getPitchesNow({}),
    enabled: !acting,
    refetchInterval: NOTICE_POLL,
    refetchIntervalInBackground: false,
  })
  const pitches = acting ? [] : (data?.items ?? [])
  return (
    // a status has to exist before its text, or screen readers do not announce it
    <div aria-live="polite">
      {pitches.length > 0 && (
        <section className="pitches-now" aria-label={t('now.label')}>
          {pitches.map(({ uuid, presentation_name: title, is_live, starts_at }) => (
            <p key={uuid} data-live={is_live || undefined}>
              {is_live ? <IconBroadcast size={18} aria-hidden /> : <IconClock size={18} aria-hidden />}
              <span>
                {is_live
                  ? t('now.live', { title })
                  : t(isLate(starts_at) ? 'now.late' : 'now.soon', {
                      title,
                      time: formatTime(starts_at, i18n.language, 'clock', zone),
                    })}
              </span>
              <Button
                component={Link}
                to={pitchPaths.room({ uuid })}
                size="compact-sm"
                variant={is_live ? 'filled' : 'default'}
                aria-label={t('common:pair', { label: t('now.join'), value: title })}
              >
                {t('now.join')}
              </Button>
            </p>
          ))}
        </section>
      )}
    </div>
  )
}
