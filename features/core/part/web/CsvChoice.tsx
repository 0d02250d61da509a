import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import Papa from 'papaparse'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#web/ui/exportText.ts'
import { type AssumedEncoding, type ContactFileProblem, readContactFile } from './contactFile.ts'
import { EncodingNote } from './EncodingNote.tsx'

interface Props {
  chosen: File | undefined
  /** Gets the file in UTF-8, whatever it was in. */
  onChosen: (file: File) => void
  words: { readonly choose: string; readonly template: string }
  /** An empty table to fill in: its name, and its heads. */
  template: { readonly name: string; readonly heads: readonly string[] }
}

/** Chooses a CSV file, says what is wrong with it, and offers an empty one. */
export function CsvChoice({ chosen, onChosen, words, template }: Props) {
  const { t } = useTranslation('invite')
  const reset = useRef<() => void>(null)
  const [problem, setProblem] = useState<ContactFileProblem>()
  const [assumed, setAssumed] = useState<AssumedEncoding>()
  async function read(file: File | null) {
    // the same file may be chosen again once it is mended
    reset.current?.()
    if (!file) return
    const found = await readContactFile(file)
    if ('problem' in found) return setProblem(found.problem)
    setProblem(undefined)
    setAssumed(found.assumed)
    onChosen(new File([found.text], file.name, { type: 'text/csv' }))
  }
  const saveTemplate = () =>
    saveFile(`${template.name}.csv`, `\uFEFF${Papa.unparse([[...template.heads]])}\r\n`, 'text/csv;charset=utf-8')
  return (
    <>
      <Group gap="sm">
        <FileButton accept=".csv,text/csv" onChange={read} resetRef={reset}>
          {props => (
            <Button {...props} variant="default" leftSection={<IconFileTypeCsv size={18} aria-hidden />}>
              {words.choose}
            </Button>
          )}
        </FileButton>
        <Button variant="subtle" onClick={saveTemplate}>
          {words.template}
        </Button>
        {chosen && <Text size="sm">{chosen.name}</Text>}
      </Group>
      {chosen && assumed && <EncodingNote name={chosen.name} assumed={assumed} />}
      {problem && (
        <Text role="alert" size="sm" c="var(--bad)">
          {t(`fileProblem.${problem}`)}
        </Text>
      )}
    </>
  )
}
