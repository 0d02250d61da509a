import { useTranslation } from 'react-i18next'
import { fieldsOf, limitsOf, type Schema, typeOf, type WireCall } from './document.ts'

/** One call, opened by its name. */
export function CallEntry({ call }: { call: WireCall }) {
  const { t } = useTranslation('wire')
  return (
    <details className="call" id={call.name}>
      <summary>
        <span className="call-method">{call.method}</span>
        <strong>{call.name}</strong>
        <span className="call-who">{call.who.join(', ')}</span>
      </summary>
      {call.description && <p lang="en">{call.description}</p>}
      <dl>
        <dt>{t('path')}</dt>
        <dd>
          <code>{call.path}</code>
        </dd>
        <dt>{t('who')}</dt>
        <dd>{call.who.join(', ')}</dd>
        <dt>{t('input')}</dt>
        <dd>
          <code>{call.encodings.join(', ')}</code>
          <Fields schema={call.input} />
        </dd>
        <dt>{t('output')}</dt>
        <dd>
          <Fields schema={call.output} />
        </dd>
        <dt>{t('errors')}</dt>
        <dd>
          <ul className="call-errors">
            {call.errors.map(({ status, codes }) => (
              <li key={status}>
                <code>{status}</code> {codes.join(', ')}
              </li>
            ))}
          </ul>
        </dd>
      </dl>
    </details>
  )
}

function Fields({ schema }: { schema: Schema | undefined }) {
  const { t } = useTranslation('wire')
  const fields = fieldsOf(schema)
  if (!fields.length) return <p className="call-nothing">{t('nothing')}</p>
  return (
    <ul className="call-fields">
      {fields.map(({ name, schema: field, required }) => (
        <li key={name}>
          <code>
            <strong>{name}</strong>
            {!required && '?'}
          </code>
          <code>{typeOf(field)}</code>
          <span>{limitsOf(field)}</span>
          {fieldsOf(field).length > 0 && <Fields schema={field} />}
        </li>
      ))}
    </ul>
  )
}
