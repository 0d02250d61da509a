import { Button, Group, Modal, PasswordInput, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { providers as known, type Provider } from '#features/core/site/rules.ts'
import { client } from '#web/client/client.ts'
import { leavePage } from '#web/client/leavePage.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { FormSection } from '#web/ui/Page.tsx'
import { Time } from '#web/ui/Time.tsx'
import { providerIcons } from './SocialButtons.tsx'
import './social.css'

type Change = { readonly act: 'connect' | 'disconnect'; readonly provider: Provider }
const queryKey = ['socialAccounts']

/**
 * The accounts of other services with which the person signs in, a part of the settings. Nothing where no provider is
 * enabled.
 */
export function ConnectedAccounts() {
  const { t } = useTranslation('social')
  const own = useQuery({ queryKey, queryFn: () => client.getSocialAccounts({}) })
  const [change, setChange] = useState<Change>()
  useConnectedNotice()

  const shown = known.filter(
    provider => own.data?.providers.includes(provider) || own.data?.accounts.some(one => one.provider === provider),
  )
  if (own.data && shown.length === 0) return null
  return (
    <FormSection title={t('connected.title')} hint={t('connected.hint')}>
      {own.isPending && <Skeleton height={96} />}
      <ErrorNotice failure={own.error} retry={own.refetch} />
      <ul className="social-rows">
        {shown.map(provider => (
          <Row
            key={provider}
            provider={provider}
            account={own.data?.accounts.find(one => one.provider === provider)}
            isOn={own.data?.providers.includes(provider) ?? false}
            onAsk={act => setChange({ act, provider })}
          />
        ))}
      </ul>
      {change && (
        <AskDialog change={change} hasPassword={own.data?.has_password ?? true} onClose={() => setChange(undefined)} />
      )}
    </FormSection>
  )
}

interface RowProps {
  provider: Provider
  account: Awaited<ReturnType<typeof client.getSocialAccounts>>['accounts'][number] | undefined
  /** Whether it may be connected here. */
  isOn: boolean
  onAsk: (act: Change['act']) => void
}

function Row({ provider, account, isOn, onAsk }: RowProps) {
  const { t } = useTranslation('social')
  const Icon = providerIcons[provider]
  const name = t(`provider.${provider}`)
  return (
    <li>
      <Icon size={24} aria-hidden />
      <span className="social-row-text">
        <strong>{name}</strong>
        {account ? (
          <small>
            {[account.name, account.email].filter((part, at, all) => part && all.indexOf(part) === at).join(' · ')}{' '}
            {t('connected.lastUsed')} <Time at={account.last_used_at} />
          </small>
        ) : (
          <small>{t('connected.not')}</small>
        )}
      </span>
      {account ? (
        <Button
          variant="default"
          aria-label={t('connected.disconnectName', { provider: name })}
          onClick={() => onAsk('disconnect')}
        >
          {t('connected.disconnect')}
        </Button>
      ) : (
        isOn && (
          <Button
            variant="default"
            aria-label={t('connected.connectName', { provider: name })}
            onClick={() => onAsk('connect')}
          >
            {t('connected.connect')}
          </Button>
        )
      )}
    </li>
  )
}

/** Asks for the password first: a stranger at an unlocked computer must not add their own account. */
function AskDialog({
  change: { act, provider },
  hasPassword,
  onClose,
}: {
  change: Change
  hasPassword: boolean
  onClose: () => void
}) {
  const { t } = useTranslation(['social', 'common'])
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const name = t(`social:provider.${provider}`)
  const doing = useMutation({
    mutationFn: async () => {
      if (act === 'connect') return leavePage((await client.startSocialConnect({ provider, password })).url)
      await client.disconnectSocialAccount({ provider, password })
      await queries.invalidateQueries({ queryKey })
      doneNotice(t('social:connected.disconnected', { provider: name }))
      onClose()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!doing.isPending) doing.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t(`social:connected.${act}Title`, { provider: name })}>
      <form onSubmit={submit}>
        <Stack>
          <Text>{t(`social:connected.${act}Hint`, { provider: name })}</Text>
          {hasPassword && (
            <PasswordInput
              label={t('social:connected.password')}
              autoComplete="current-password"
              required
              withAsterisk={false}
              data-autofocus
              value={password}
              onChange={event => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': t('social:connected.showPassword'), tabIndex: 0 }}
            />
          )}
          <ErrorNotice failure={doing.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common:act.cancel')}
            </Button>
            <Button type="submit" color={act === 'disconnect' ? 'red' : 'accent'} loading={doing.isPending}>
              {t(`social:connected.${act}`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Shows the outcome when the person comes back from a provider. */
function useConnectedNotice() {
  const { t } = useTranslation('social')
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const provider = known.find(one => one === state?.connected)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return
  useEffect(() => {
    if (!provider) return
    doneNotice(t('connected.done', { provider: t(`provider.${provider}`) }))
    navigate(pathname, { replace: true })
  }, [provider])
}
