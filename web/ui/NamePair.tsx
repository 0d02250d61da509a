import { Group } from '@mantine/core'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'

/** The fields of a person's names, in the order in which the reader's language writes them. */
export function NamePair({ given, family }: { given: ReactElement; family: ReactElement }) {
  const { i18n } = useTranslation()
  const isChinese = i18n.language.startsWith('zh')
  return (
    <Group grow align="flex-start">
      {isChinese ? family : given}
      {isChinese ? given : family}
    </Group>
  )
}
