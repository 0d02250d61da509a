import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { Rehearsed } from '#features/planning/rehearsal/web/Rehearsed.tsx'
import { usePageTitle } from '#features/room/room/web/usePageTitle.ts'
import { shareAddress } from '#features/room/share/web/addresses.ts'
import { type SecondDevice, useSecondDevice } from '#features/room/share/web/useSecondDevice.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { StatePage } from '#web/light/StatePages.tsx'
import { LanguageSelect } from '#web/ui/LanguageSelect.tsx'
import { codeOf, useWording } from '#web/ui/wording.ts'
import { OutsidePage } from './OutsidePage.tsx'
import '#features/room/share/web/share.css'

/** [ROUTE-045] A page for a second device, which shares its screen and does nothing else. */
export function ShareScreenPage() {
  const { pitchUUID = '' } = useParams()
  return <Device key={pitchUUID} pitch={pitchUUID} />
}

function Device({ pitch }: { pitch: string }) {
  const { t } = useTranslation(['share', 'common'])
  const wording = useWording()
  const device = useSecondDevice(pitch)
  const { state, link, failure } = device
  usePageTitle(t('page.title'))
  if (state === 'opening') return <main className="share-page" aria-busy />
  if (state === 'who')
    return (
      <OutsidePage>
        <StatePage title={t('page.who')} hint={t('page.whoHint')}>
          <Link className="plain-button" to={`/login?redirect=${encodeURIComponent(shareAddress(pitch))}`}>
            {t('page.signIn')}
          </Link>
        </StatePage>
      </OutsidePage>
    )
  if (state === 'refused')
    return (
      <OutsidePage>
        <StatePage title={t('page.refused')} hint={wording(failure)}>
          <Button onClick={device.again}>{t('common:act.retry')}</Button>
        </StatePage>
      </OutsidePage>
    )
  if (state === 'over')
    return (
      <OutsidePage>
        <StatePage
          title={t('page.over')}
          hint={failure && codeOf(failure) !== 'ShareNotFound' ? wording(failure) : t('page.overHint')}
        >
          <Button onClick={device.again}>{t('page.again')}</Button>
        </StatePage>
      </OutsidePage>
    )
  const page = (
    <main className="share-page" data-look="dark">
      <LanguageSelect />
      <h1>{t(state === 'ready' ? 'page.ready' : state === 'paused' ? 'page.paused' : 'page.sharing')}</h1>
      <p>{t('page.as', { name: link?.name, pitch: link?.presentation_name })}</p>
      {state === 'ready' ? <Choose device={device} /> : <Going device={device} />}
    </main>
  )
  return link?.rehearsal ? <Rehearsed>{page}</Rehearsed> : page
}

function Choose({ device }: { device: SecondDevice }) {
  const { t } = useTranslation('share')
  if (!device.canShare) return <p role="alert">{t('page.cannot')}</p>
  const taken = codeOf(device.failure) === 'ScreenTaken'
  return (
    <>
      <p className="share-quiet">{t('page.readyHint')}</p>
      <Notice failure={device.failure} />
      <Button className="large" onClick={() => void device.share(taken)}>
        {t(taken ? 'page.takeOver' : 'page.choose')}
      </Button>
    </>
  )
}

function Going({ device }: { device: SecondDevice }) {
  const { t } = useTranslation('share')
  const { state, stream } = device
  const picture = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (picture.current) picture.current.srcObject = stream ?? null
  }, [stream])
  return (
    <>
      <video ref={picture} className="share-picture" autoPlay muted playsInline aria-label={t('page.picture')} />
      <p role="status">{t(state === 'on' ? 'page.on' : state === 'paused' ? 'page.pausedHint' : 'page.connecting')}</p>
      <Button look="danger" className="large" onClick={device.stop}>
        {t('stop')}
      </Button>
    </>
  )
}
