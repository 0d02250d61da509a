import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { writeItems } from '#contract/amounts.ts'
import { callers } from '#contract/declare.ts'
import { writeDay } from '#contract/times.ts'
import type { UserDetail } from '#features/admin/users/contract.ts'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { type Fact, Facts } from '#web/ui/record/Entity.tsx'
import { Time, TimeAgo } from '#web/ui/Time.tsx'
import { TagMark } from './TagMark.tsx'

/** The details of a user: profile, roles, sign-ins and pitches. */
export function UserFacts({ user }: { user: UserDetail }) {
  const { t, i18n } = useTranslation(['account', 'common'])
  const none = t('common:none')
  const facts: Fact[] = [
    [t('account:field.email'), user.email],
    [t('account:field.userName'), user.username || none],
    [
      t('account:field.role'),
      writeItems(
        user.roles.map(role => t(`account:role.${role}`)),
        i18n.language,
      ),
    ],
    [t('account:field.tags'), <Tags key="tags" tags={user.tags} />],
    [t('account:field.organisation'), user.org_name],
    [t('account:field.company'), user.company_name || none],
    [t('account:field.position'), user.position || none],
    [t('account:field.location'), user.location || none],
    [t('account:field.mobile'), user.mobile || none],
    [t('account:field.language'), t(`common:languages.${user.language}`)],
    [t('account:field.timeZone'), user.timezone.replaceAll('_', ' ')],
    [t('account:field.createdOn'), <Time key="created" at={user.created_on} />],
    [
      t('account:field.lastLogin'),
      user.last_login ? <Time key="last" at={user.last_login} /> : t('account:list.never'),
    ],
    [
      t('account:field.joined'),
      user.joined_date ? <Time key="joined" at={user.joined_date} /> : t('account:term.notYet'),
    ],
    [t('account:field.startDate'), user.start_date && writeDay(user.start_date, i18n.language)],
    [t('account:field.endDate'), user.end_date ? writeDay(user.end_date, i18n.language) : t('account:term.never')],
    [t('account:detail.removedOn'), user.removed_on && <Time at={user.removed_on} />],
    [t('account:detail.password'), <Password key="password" user={user} />],
    [
      t('account:detail.pitches'),
      t('account:detail.pitchCount', { count: user.pitches.total, open: user.pitches.open }),
    ],
  ]
  return (
    <>
      <Facts facts={facts} />
      <Companies user={user} />
      <Lists user={user} />
    </>
  )
}

function Tags({ tags }: Pick<UserDetail, 'tags'>) {
  const { t } = useTranslation()
  if (tags.length === 0) return t('none')
  return (
    <span className="tag-marks">
      {tags.map(tag => (
        <TagMark key={tag.tag_id} tag={tag} />
      ))}
    </span>
  )
}

/** Whether there is a password, and until when a temporary one is valid. */
function Password({ user }: { user: UserDetail }) {
  const { t } = useTranslation('account')
  const until = user.temporary_password_until
  const isOver = until !== null && Date.parse(until) <= Date.now()
  const state = user.prompt_reset_password ? 'Temporary' : user.has_password ? 'Set' : 'None'
  return (
    <>
      {t(`detail.password${state}`)}
      {until && (
        <Text size="xs" c={isOver ? 'red' : 'dimmed'}>
          {t(isOver ? 'detail.passwordOver' : 'detail.passwordUntil')} <Time at={until} />
        </Text>
      )}
    </>
  )
}

/** [CALL-156] The companies that a presenter represents. */
function Companies({ user }: { user: UserDetail }) {
  const { t } = useTranslation('account')
  const presents = user.roles.some(role => (callers.pitchMakers as readonly string[]).includes(role))
  const asked = { user_id: user.user_id, limit: 200 }
  const links = useQuery({ ...callQuery('getPresenterCompanyList', asked), enabled: presents }).data?.items
  if (!links) return null
  return (
    <Newest title={t('detail.companies')} empty={t('detail.noCompanies')}>
      {links.map(({ id, company_name: name, title, is_first }) => (
        <li key={id}>
          <span>{is_first ? t('detail.firstCompany', { name }) : name}</span>
          <span>{title}</span>
        </li>
      ))}
    </Newest>
  )
}

const factorKinds = ['email', 'sms', 'app', 'passkey'] as const

function Lists({ user }: { user: UserDetail }) {
  const { t } = useTranslation(['account', 'session', 'common'])
  const kind = (name: string) => {
    const known = factorKinds.find(one => one === name)
    return known ? t(`account:detail.factor.${known}`) : name
  }
  return (
    <>
      <Newest title={t('account:detail.factors')} empty={t('account:detail.noFactors')}>
        {user.factors.map(factor => (
          <li key={`${factor.kind}${factor.name}${factor.created_on}`}>
            <span>
              {factor.name ? t('common:pair', { label: kind(factor.kind), value: factor.name }) : kind(factor.kind)}
            </span>
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
