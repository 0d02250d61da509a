import './factor.css'
import { Alert, Badge, Button, Group, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { landingOf, redirectOf } from '#features/access/session/web/guard.ts'
import type { FactorKind } from '#features/core/account/factorRules.ts'
import { presenceQuery, usePerson } from '#features/core/account/web/person.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormColumn, FormSection, Page } from '#web/ui/Page.tsx'
import { FactorList } from './FactorList.tsx'
import { factorsQuery, type Protection } from './factorQueries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RememberedBrowsers } from './RememberedBrowsers.tsx'
import { SetFactor } from './SetFactor.tsx'

/** [ROUTE-082] The user's own second factor. */
export function Mfa() {
  const { t } = useTranslation('factor')
  return (
    <Page title={t('panel.title')}>
      <FormColumn>
        <FactorPanel title={t('panel.list')} />
      </FormColumn>
    </Page>
  )
}

/** Everything about one's own second factor; for the Mfa page, which has a title of its own, and the settings. */
export function FactorPanel({ title }: { title?: string }) {
  const { t } = useTranslation('factor')
  const person = usePerson()
  const { search } = useLocation()
  if (person.tl_2fa_status === 'pending')
    return (
      <Alert color="yellow" variant="light" role="status">
        {t('panel.pending')}{' '}
        <Button component={Link} to={`/login${search}`} variant="default" size="compact-sm" ml="xs">
          {t('panel.finish')}
        </Button>
      </Alert>
    )
  return <Panel title={title ?? t('panel.title')} />
}

function Panel({ title }: { title: string }) {
  const { t } = useTranslation('factor')
  const person = usePerson()
  const protection = useQuery(factorsQuery)
  if (protection.isPending) return <Skeleton height={240} />
  if (protection.isError) return <ErrorNotice failure={protection.error} retry={() => protection.refetch()} />
  const { data } = protection
  const isOn = data.factors.length > 0
  return (
    <>
      <Enforcement isOn={isOn} required={person.tl_2fa_status === 'required'} />
      <FormSection
        title={title}
        hint={
          <>
            {t('panel.hint')}{' '}
            <Badge component="span" variant="light" tt="none" color={isOn ? 'green' : 'gray'}>
              {t(isOn ? 'panel.on' : 'panel.off')}
            </Badge>
          </>
        }
      >
        <FactorList protection={data} />
        <AddFactor protection={data} />
      </FormSection>
      {isOn && <RecoveryCodes protection={data} />}
      {isOn && <RememberedBrowsers protection={data} />}
    </>
  )
}

/** What the organization asks for and, once it is set, the link to where the person wanted to go. */
function Enforcement({ isOn, required }: { isOn: boolean; required: boolean }) {
  const { t } = useTranslation('factor')
  const person = usePerson()
  const { search } = useLocation()
  const to = redirectOf(search)
  if (required && !isOn)
    return (
      <Alert color="yellow" variant="light" role="status" mb="lg">
        {t('panel.required')}
      </Alert>
    )
  if (!to || !isOn) return null
  return (
    <Group mb="lg">
      <Button component={Link} to={to || landingOf(person)}>
        {t('panel.goOn')}
      </Button>
    </Group>
  )
}

/** The safest first. */
const offered = ['passkey', 'app', 'email', 'sms'] as const satisfies readonly FactorKind[]

function AddFactor({ protection }: { protection: Protection }) {
  const { t } = useTranslation('factor')
  const queries = useQueryClient()
  const [kind, setKind] = useState<FactorKind>()
  const missing = offered.filter(one => one === 'passkey' || !protection.factors.some(({ factor }) => factor === one))
  const close = () => {
    setKind(undefined)
    queries.invalidateQueries({ queryKey: factorsQuery.queryKey })
    queries.invalidateQueries({ queryKey: presenceQuery.queryKey })
  }
  return (
    <>
      <h3 className="factor-add">{t('panel.add')}</h3>
      <ul className="factor-kinds">
        {missing.map(one => (
          <li key={one}>
            <Button variant="default" fullWidth onClick={() => setKind(one)} aria-describedby={`about-${one}`}>
              {t(`kind.${one}`)}
            </Button>
            <p id={`about-${one}`}>{t(`about.${one}`)}</p>
          </li>
        ))}
      </ul>
      {kind && <SetFactor kind={kind} protection={protection} onClose={close} />}
    </>
  )
}
