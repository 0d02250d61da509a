import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserDetail } from '#features/admin/users/contract.ts'
import { Time, TimeAgo } from '#web/ui/Time.tsx'
import { TagMark } from './TagMark.tsx'

/** What is known of somebody: who they are, what they may do, how they come in, what they have seen. */
export function UserFacts({ user }: { user: UserDetail }) {
  const { t, i18n } = useTranslation(['account', 'common'])
  const none = t('common:none')
  const said = (text: string) => text || none
  return (
    <>
      <dl className="user-facts">
        <Fact title={t('account:field.email')}>{user.email}</Fact>
        <Fact title={t('account:field.userName')}>{said(user.username)}</Fact>
        <Fact title={t('account:field.role')}>{user.roles.map(role => t(`account:role.${role}`)).join(', ')}</Fact>
        <Fact title={t('account:field.tags')}>
          {user.tags.length === 0 ? (
            none
          ) : (
            <span className="tag-marks">
              {user.tags.map(tag => (
                <TagMark key={tag.tag_id} tag={tag} />
              ))}
            </span>
          )}
        </Fact>
        <Fact title={t('account:field.organisation')}>{user.org_name}</Fact>
        <Fact title={t('account:field.company')}>{said(user.company_name)}</Fact>
        <Fact title={t('account:field.position')}>{said(user.position)}</Fact>
        <Fact title={t('account:field.location')}>{said(user.location)}</Fact>
        <Fact title={t('account:field.mobile')}>{said(user.mobile)}</Fact>
        <Fact title={t('account:field.language')}>{t(`common:languages.${user.language}`)}</Fact>
        <Fact title={t('account:field.timeZone')}>{user.timezone.replaceAll('_', ' ')}</Fact>
        <Fact title={t('account:field.createdOn')}>
          <Time at={user.created_on} />
        </Fact>
        <Fact title={t('account:field.lastLogin')}>
          {user.last_login ? <Time at={user.last_login} /> : t('account:list.never')}
        </Fact>
        <Fact title={t('account:field.joined')}>
          {user.joined_date ? <Time at={user.joined_date} /> : t('account:term.notYet')}
        </Fact>
        {user.start_date && <Fact title={t('account:field.startDate')}>{dayOf(user.start_date, i18n.language)}</Fact>}
        <Fact title={t('account:field.endDate')}>
          {user.end_date ? dayOf(user.end_date, i18n.language) : t('account:term.never')}
        </Fact>
        {user.removed_on && (
          <Fact title={t('account:detail.removedOn')}>
            <Time at={user.removed_on} />
          </Fact>
        )}
        <Fact title={t('account:detail.password')}>
          {t(
            user.prompt_reset_password
              ? 'account:detail.passwordTemporary'
              : user.has_password
                ? 'account:detail.passwordSet'
                : 'account:detail.passwordNone',
          )}
          {user.temporary_password_until && <Until at={user.temporary_password_until} />}
        </Fact>
        <Fact title={t('account:detail.pitches')}>
          {t('account:detail.pitchCount', { count: user.pitches.total, open: user.pitches.open })}
        </Fact>
      </dl>
      <Lists user={user} />
    </>
  )
}

/** Until when a temporary password opens anything. */
function Until({ at }: { at: string }) {
  const { t } = useTranslation('account')
  const isOver = Date.parse(at) <= Date.now()
  return (
    <Text size="xs" {...(isOver ? { c: 'red' } : { c: 'dimmed' })}>
      {t(isOver ? 'detail.passwordOver' : 'detail.passwordUntil')} <Time at={at} />
    </Text>
  )
}

/** A day of the calendar, which is nobody's instant: of no zone but its own. */
const dayOf = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const factorKinds = ['email', 'sms', 'app', 'passkey'] as const

function Lists({ user }: { user: UserDetail }) {
  const { t } = useTranslation(['account', 'session'])
  const kind = (name: string) => {
    const known = factorKinds.find(one => one === name)
    return known ? t(`account:detail.factor.${known}`) : name
  }
  return (
    <>
      <Newest title={t('account:detail.factors')} empty={t('account:detail.noFactors')}>
        {user.factors.map(factor => (
          <li key={`${factor.kind}${factor.name}${factor.created_on}`}>
            <span>{factor.name ? `${kind(factor.kind)}: ${factor.name}` : kind(factor.kind)}</span>
            <TimeAgo at={factor.created_on} />
          </li>
        ))}
      </Newest>
      <Newest title={t('account:detail.sessions')} empty={t('account:detail.noSessions')}>
        {user.sessions.map(session => (
          <li key={session.created_on + session.ip}>
            <span>
              {session.ip}
              <Text size="xs" c="dimmed">
                {session.user_agent}
              </Text>
            </span>
            <TimeAgo at={session.created_on} />
          </li>
        ))}
      </Newest>
      <Newest title={t('account:detail.logins')} empty={t('account:detail.noLogins')}>
        {user.logins.map(login => (
          <li key={login.at + login.description}>
            <span>
              {t(`session:log.outcome.${login.description}`)}
              <Text size="xs" c="dimmed">
                {login.ip}
              </Text>
            </span>
            <Time at={login.at} />
          </li>
        ))}
      </Newest>
      <Newest title={t('account:detail.attended')} empty={t('account:detail.noAttended')}>
        {user.attended.map(pitch => (
          <li key={pitch.uuid}>
            <span>{pitch.name}</span>
            <Time at={pitch.joined_on} style="day" />
          </li>
        ))}
      </Newest>
    </>
  )
}

function Newest({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <section>
      <Title order={3} size="sm" mt="md">
        {title}
      </Title>
      {children.length === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <ul className="user-list">{children}</ul>
      )}
    </section>
  )
}
