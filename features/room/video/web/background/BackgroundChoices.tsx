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
  /** The own picture was replaced. */
  onPicture: () => void
}

/** [ROOM-007] What others see behind the person: their room, a blur, a picture of the console, or one of their own. */
export function BackgroundChoices({ choice, state, onChoose, onPicture }: Props) {
  const { t } = useTranslation('device')
  const group = useId()
  const support = useSupport()
  const [own, setOwn] = useState(ownPicture)
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
  if (support === 'browser' || support === 'server')
    return (
      <p className="background-note" role="status">
        {t(`background.missing.${support}`)}
      </p>
    )
  const all = backgroundChoices.filter(one => one !== 'own' || own)
  return (
    <div className="backgrounds" aria-busy={!support}>
      <div className="background-grid" role="radiogroup" aria-label={t('background.title')}>
        {all.map(one => (
          <label key={one} className="background-tile">
            <input
              type="radio"
              name={group}
              checked={choice === one}
              disabled={!support}
              onChange={() => onChoose(one)}
            />
            <span className="background-picture">
              <Thumb choice={one} own={own} />
            </span>
            <span>{t(`background.${one}`)}</span>
          </label>
        ))}
      </div>
      <OwnPicture disabled={!support} onFile={keep.run} onForget={own ? forget : undefined} />
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

/** Whether backgrounds are available; undefined until that is known. */
function useSupport() {
  const [support, setSupport] = useState<Awaited<ReturnType<typeof whatBackgrounds>>>()
  useEffect(() => {
    let current = true
    void whatBackgrounds().then(answer => current && setSupport(answer))
    return () => {
      current = false
    }
  }, [])
  return support
}

interface OwnPictureProps {
  disabled: boolean
  onFile: (file: File) => unknown
  /** Undefined without an own picture. */
  onForget: (() => void) | undefined
}

/** Adds, replaces or removes the person's own picture. */
function OwnPicture({ disabled, onFile, onForget }: OwnPictureProps) {
  const { t } = useTranslation('device')
  return (
    <div className="background-acts">
      <label className="piece-button quiet background-file">
        <IconPhotoPlus size={18} aria-hidden />
        {t(onForget ? 'background.another' : 'background.add')}
        <input
          type="file"
          accept="image/*"
          className="unseen"
          disabled={disabled}
          onChange={event => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void onFile(file)
          }}
        />
      </label>
      {onForget && (
        <Button look="quiet" onClick={onForget}>
          <IconTrash size={18} aria-hidden />
          {t('background.forget')}
        </Button>
      )}
    </div>
  )
}

function Thumb({ choice, own }: { choice: BackgroundChoice; own: string | undefined }) {
  if (choice === 'none') return <IconBan size={24} aria-hidden />
  if (choice === 'blur') return <IconBlur size={24} aria-hidden />
  return <img src={choice === 'own' ? own : ours[choice]} alt="" />
}
