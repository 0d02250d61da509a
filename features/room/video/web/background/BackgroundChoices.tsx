import { IconBan, IconBlur, IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/light/Button.tsx'
import { useAct } from '#web/light/useAct.ts'
import { type BackgroundChoice, backgroundChoices } from '../stageChoice.ts'
import type { BackgroundState } from '../videoNow.ts'
import { whatBackgrounds } from './background.ts'
import { forgetOwnPicture, keepOwnPicture, ours, ownPicture } from './pictures.ts'
import './background.css'

interface Props {
  choice: BackgroundChoice
  state: BackgroundState | 'failed'
  onChoose: (choice: BackgroundChoice) => void
  /** The own picture is another one now. */
  onPicture: () => void
}

/** [ROOM-007] What others see behind me: nothing of mine, a blur, a picture of the console's, or one of my own. */
export function BackgroundChoices({ choice, state, onChoose, onPicture }: Props) {
  const { t } = useTranslation('device')
  const group = useId()
  const [can, setCan] = useState<Awaited<ReturnType<typeof whatBackgrounds>>>()
  const [own, setOwn] = useState(ownPicture)
  useEffect(() => {
    let current = true
    void whatBackgrounds().then(answer => current && setCan(answer))
    return () => {
      current = false
    }
  }, [])
  const keep = useAct(async (file: File) => {
    await keepOwnPicture(file)
    setOwn(ownPicture())
    onPicture()
    onChoose('own')
  })
  const forget = () => {
    forgetOwnPicture()
    setOwn(undefined)
    if (choice === 'own') onChoose('blur')
  }
  if (can === 'browser' || can === 'server')
    return (
      <p className="background-note" role="status">
        {t(`background.missing.${can}`)}
      </p>
    )
  const all = backgroundChoices.filter(one => one !== 'own' || own)
  return (
    <div className="backgrounds" aria-busy={!can}>
      <div className="background-grid" role="radiogroup" aria-label={t('background.title')}>
        {all.map(one => (
          <label key={one} className="background-tile">
            <input type="radio" name={group} checked={choice === one} disabled={!can} onChange={() => onChoose(one)} />
            <span className="background-picture">
              <Thumb choice={one} own={own} />
            </span>
            <span>{t(`background.${one}`)}</span>
          </label>
        ))}
      </div>
      <div className="background-acts">
        <label className="piece-button quiet background-file">
          <IconPhotoPlus size={18} aria-hidden />
          {t(own ? 'background.another' : 'background.add')}
          <input
            type="file"
            accept="image/*"
            className="unseen"
            disabled={!can}
            onChange={event => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file) void keep.run(file)
            }}
          />
        </label>
        {own && (
          <Button look="quiet" onClick={forget}>
            <IconTrash size={18} aria-hidden />
            {t('background.forget')}
          </Button>
        )}
      </div>
      {!!keep.failure && (
        <p className="background-note bad" role="alert">
          {t('background.notPicture')}
        </p>
      )}
      <p className={`background-note${state === 'slow' || state === 'failed' ? ' bad' : ''}`} role="status">
        {state === 'GPU' || !state ? t('background.hint') : t(`background.state.${state}`)}
      </p>
    </div>
  )
}

function Thumb({ choice, own }: { choice: BackgroundChoice; own: string | undefined }) {
  if (choice === 'none') return <IconBan size={24} aria-hidden />
  if (choice === 'blur') return <IconBlur size={24} aria-hidden />
  return <img src={choice === 'own' ? own : ours[choice]} alt="" />
}
