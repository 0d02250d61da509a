import { Anchor, Button, Checkbox, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { Door } from '#features/access/session/web/Door.tsx'
import { landingOf, redirectOf } from '#features/access/session/web/guard.ts'
import type { Me } from '#features/core/account/me.ts'
import { presenceQuery } from '#features/core/account/web/person.ts'
import type { PolicyType } from '#features/core/site/rules.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { policyPath, policyVersions, versionDay } from '../rules.ts'

/** [SCREEN-042] Texts that are new or have changed are agreed to before the console is used; then it goes on. */
export function PolicyAgreement() {
  const { data: presence } = useQuery(presenceQuery)
  const { search } = useLocation()
  const person = presence?.person
  if (!person) return null
  if (!person.policy_pending.length) return <Navigate replace to={redirectOf(search) ?? landingOf(person)} />
  return <Form person={person} />
}

function Form({ person }: { person: Me }) {
  const { t } = useTranslation(['registration', 'common'])
  const queries = useQueryClient()
  const [agreed, setAgreed] = useState<readonly PolicyType[]>([])
  const [tried, setTried] = useState(false)
  const pending = person.policy_pending
  // A person who has agreed to an earlier version may be on the way to a pitch, so one click is enough.
  const renewed = person.policy_renewed === true
  const versions = person.policy_versions ?? policyVersions
  const agree = useMutation({
    mutationFn: async () => {
      for (const policy_type of pending)
        await client.agreePolicy({
          username: person.email,
          policy_type,
          file_path: policyPath(policy_type, versions[policy_type]),
        })
    },
    // a text that changed meanwhile is shown in its newest version
    onSettled: () => queries.invalidateQueries({ queryKey: presenceQuery.queryKey }),
  })
  const isAgreed = (type: PolicyType) => renewed || agreed.includes(type)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (pending.every(isAgreed) && !agree.isPending) agree.mutate()
  }

  return (
    <Door
      title={t(renewed ? 'policy.changedTitle' : 'policy.title')}
      hint={t(renewed ? 'policy.changedHint' : 'policy.hint')}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          {pending.map(type => (
            <Stack key={type} gap="xs" component="section">
              <PolicyText type={type} version={versions[type]} />
              {!renewed && (
                <Checkbox
                  label={t('policy.check')}
                  aria-label={t('common:pair', { label: t('policy.check'), value: t(`policy.of.${type}`) })}
                  checked={isAgreed(type)}
                  onChange={event =>
                    setAgreed(event.currentTarget.checked ? [...agreed, type] : agreed.filter(one => one !== type))
                  }
                  error={tried && !isAgreed(type) && t('agree.missing')}
                />
              )}
            </Stack>
          ))}
          <ErrorNotice failure={agree.error} />
          <Button type="submit" size="md" fullWidth loading={agree.isPending} autoFocus={renewed}>
            {t('policy.act')}
          </Button>
          <Anchor component={Link} to="/logout">
            {t('policy.decline')}
          </Anchor>
        </Stack>
      </form>
    </Door>
  )
}

/** What is agreed to, and where it can be read, in a tab of its own. */
function PolicyText({ type, version }: { type: PolicyType; version: string }) {
  const { t, i18n } = useTranslation('registration')
  return (
    <>
      <Title order={2} size="h4">
        {t(`policy.of.${type}`)}
      </Title>
      <Text size="sm" c="dimmed">
        {t('policy.version', { date: versionDay(version, i18n.language) })}
        {' · '}
        <Anchor href={policyPath(type, version)} target="_blank" rel="noopener">
          {t('policy.read')}
          <span className="unseen">{` ${t(`policy.of.${type}`)} (${t('agree.newTab')})`}</span>
        </Anchor>
      </Text>
    </>
  )
}
