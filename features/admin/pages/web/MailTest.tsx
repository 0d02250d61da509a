import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Answer } from '#contract/call.ts'
import { type Language, languages } from '#contract/fields.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { type PreviewKind, previewKinds } from '#features/notify/mail/kinds.ts'
import { client } from '#web/client/client.ts'
import { codeOf, useWording } from '#web/ui/wording.ts'
import type { pagesCalls } from '../contract.ts'
import '#web/light/StatePage.css'
import './MailTest.css'

const widths = [320, 480, 640, 800] as const
type Preview = Answer<typeof pagesCalls.getMailPreview>
/** `bare`: a mail program that shows no pictures, as most do until they are asked to. */
const forms = ['light', 'dark', 'bare', 'text'] as const
type Form = (typeof forms)[number]
const tongues: Record<Language, string> = { en: 'English', 'zh-Hans': '简体中文', 'zh-Hant': '繁體中文' }

/** [ROUTE-058] What every kind of mail looks like, with invented data, for admins. It sends nothing. */
export function MailTest() {
  const { t, i18n } = useTranslation('mailpages')
  const [kind, setKind] = useState<PreviewKind>('pitchInvitation')
  const [language, setLanguage] = useState(languages.find(one => one === i18n.language) ?? 'en')
  const [width, setWidth] = useState<number>(640)
  const [form, setForm] = useState<Form>('light')
  const { preview, failure } = usePreview(kind, language)
  return (
    <PublicPage title={t('test.title')}>
      <h1>{t('test.title')}</h1>
      <p className="public-lead">{t('test.hint')}</p>
      {failure !== undefined ? (
        <Refused failure={failure} />
      ) : (
        <>
          <div className="mail-test-choices">
            <Choice
              label={t('test.kind')}
              value={kind}
              onChange={setKind}
              options={previewKinds.map(one => [one, t(`kind.${one}`)])}
            />
            <Choice
              label={t('test.language')}
              value={language}
              onChange={setLanguage}
              options={languages.map(one => [one, tongues[one]])}
            />
            <Choice
              label={t('test.width')}
              value={String(width)}
              onChange={value => setWidth(Number(value))}
              options={widths.map(one => [String(one), t('test.pixels', { width: one })])}
            />
            <Choice
              label={t('test.form')}
              value={form}
              onChange={setForm}
              options={forms.map(one => [one, t(`test.forms.${one}`)])}
            />
          </div>
          <p>
            {t('test.subject')} <strong>{preview?.subject}</strong>
          </p>
          <div className="mail-test" aria-busy={!preview} style={{ maxWidth: width }}>
            {preview && (form === 'text' ? <pre>{preview.text}</pre> : <Shown preview={preview} form={form} />)}
          </div>
        </>
      )}
    </PublicPage>
  )
}

/** The email as a mail program shows it: no scripts, nothing fetched. */
const Shown = ({ preview: { subject, html }, form }: { preview: Preview; form: Exclude<Form, 'text'> }) => (
  <iframe
    title={subject}
    sandbox=""
    style={{ colorScheme: form === 'dark' ? 'dark' : 'light' }}
    srcDoc={form === 'bare' ? withoutPictures(html) : html}
  />
)

/** The words of the pictures stand in their place. */
function withoutPictures(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const image of page.querySelectorAll('img')) image.replaceWith(image.alt)
  return `<!doctype html>${page.documentElement.outerHTML}`
}

interface ChoiceProps<T extends string> {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly (readonly [T, string])[]
}

function Choice<T extends string>({ label, value, onChange, options }: ChoiceProps<T>) {
  return (
    <label>
      {label}
      <select value={value} onChange={event => onChange(event.currentTarget.value as T)}>
        {options.map(([option, word]) => (
          <option key={option} value={option}>
            {word}
          </option>
        ))}
      </select>
    </label>
  )
}

function Refused({ failure }: { failure: unknown }) {
  const { t } = useTranslation('mailpages')
  const wording = useWording()
  const code = codeOf(failure)
  return (
    <div className="public-card narrow">
      <p role="alert">{wording(failure)}</p>
      {(code === 'NotSignedIn' || code === 'TokenExpired') && (
        <Link className="plain-button" to="/login?redirect=%2Femail%2Ftest">
          {t('test.signIn')}
        </Link>
      )}
    </div>
  )
}

function usePreview(kind: PreviewKind, language: Language): { preview: Preview | undefined; failure: unknown } {
  const [preview, setPreview] = useState<Preview>()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    let current = true
    client.getMailPreview({ kind, language }).then(
      found => {
        if (!current) return
        setPreview(found)
        setFailure(undefined)
      },
      (failed: unknown) => current && setFailure(failed),
    )
    return () => {
      current = false
    }
  }, [kind, language])
  return { preview, failure }
}
