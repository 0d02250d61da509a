import {
  IconBrandFacebook,
  IconBrandGoogle,
  IconBrandLinkedin,
  IconBrandWechat,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { redirectOf } from '#features/access/session/web/guard.ts'
import { providers as known, type Provider } from '#features/core/site/rules.ts'
import { useSiteInfo } from '#features/core/site/web/useSiteInfo.ts'
import { client } from '#web/client/client.ts'
import { leavePage } from '#web/client/leavePage.ts'
import { useWording } from '#web/ui/wording.ts'
import './social.css'

export const providerIcons: Readonly<Record<Provider, TablerIcon>> = {
  linkedin: IconBrandLinkedin,
  google: IconBrandGoogle,
  facebook: IconBrandFacebook,
  wechat: IconBrandWechat,
}

/** The same on a page that has not loaded the enabled providers yet. */
export function SocialWays() {
  return <SocialButtons providers={useSiteInfo()?.providers} />
}

/** The enabled ways to sign in by other accounts; nothing where there are none. */
export function SocialButtons({ providers = [] }: { providers?: readonly Provider[] | undefined }) {
  const { t } = useTranslation('social')
  const { search } = useLocation()
  const wording = useWording()
  const [busy, setBusy] = useState<Provider>()
  const [failure, setFailure] = useState<unknown>()
  const shown = known.filter(provider => providers.includes(provider))
  if (shown.length === 0) return null

  async function start(provider: Provider) {
    setBusy(provider)
    setFailure(undefined)
    try {
      const { url } = await client.startSocialLogin({ provider, redirect: redirectOf(search) })
      leavePage(url)
    } catch (failed) {
      setFailure(failed)
      setBusy(undefined)
    }
  }

  return (
    <div className="social-ways">
      <p className="social-or">
        <span>{t('or')}</span>
      </p>
      {shown.map(provider => {
        const Icon = providerIcons[provider]
        return (
          <button
            key={provider}
            type="button"
            className="social-way"
            disabled={busy !== undefined}
            aria-busy={busy === provider || undefined}
            onClick={() => start(provider)}
          >
            <Icon size={20} aria-hidden />
            {t('with', { provider: t(`provider.${provider}`) })}
          </button>
        )
      })}
      {failure ? (
        <p role="alert" className="social-failure">
          {wording(failure)}
        </p>
      ) : null}
    </div>
  )
}
