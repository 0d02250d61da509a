import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from './exportText.ts'

/** Copies a text; `label` says which, as its name for screen readers and tooltip. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  async function copy() {
    if (!(await copyText(text))) return
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <Tooltip label={copied ? t('act.copied') : label}>
      <ActionIcon variant="subtle" color={copied ? 'green' : 'gray'} aria-label={label} onClick={copy}>
        {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        {copied && (
          <span className="unseen" role="status">
            {t('act.copied')}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  )
}
