import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DeckDropzone } from './DeckDropzone.tsx'
import { uploadedQuery } from './deckQueries.ts'
import { UploadedFile } from './UploadedFile.tsx'
import { UploadRow } from './UploadRow.tsx'
import { useUploads } from './useUploads.ts'
import './deck.css'

interface Props {
  /** The ids of finished uploads, in their order: `upload_ids` of createPitchByPresenter. */
  value: readonly string[]
  onChange: (uploadIds: string[]) => void
  /** Called when an upload begins and when the last one has ended. */
  onBusyChange?: (busy: boolean) => void
  disabled?: boolean
  error?: string | undefined
}

/** Slide files for a pitch that does not exist yet. They are uploaded and converted while the form is filled in. */
export function DeckUpload({ value, onChange, onBusyChange, disabled = false, error }: Props) {
  const { t } = useTranslation('deck')
  const ended = useRef(value)
  ended.current = value
  const change = (next: string[]) => {
    // two uploads may end before the form is drawn again
    ended.current = next
    onChange(next)
  }
  const uploads = useUploads(uploadId => change([...ended.current, uploadId]))
  const { busy } = uploads
  const names = useQueries({ queries: value.map(uploadedQuery) }).map(({ data }) => data?.file.name)
  useEffect(() => onBusyChange?.(busy), [busy, onBusyChange])

  function add(files: File[]) {
    const taken = new Set([...names, ...uploads.tasks.map(task => task.file.name)].map(name => name?.toLowerCase()))
    for (const file of files) uploads.add(file, taken.has(file.name.toLowerCase()) ? 'DeckNameTaken' : undefined)
  }
  function remove(uploadId: string) {
    change(value.filter(other => other !== uploadId))
    // without this the server removes it within a day
    void fetch(`/uploads/${uploadId}`, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }).catch(() => {})
  }
  function move(uploadId: string, position: number) {
    change(value.filter(other => other !== uploadId).toSpliced(position, 0, uploadId))
  }
  return (
    <div className="deck-upload">
      <DeckDropzone onFiles={add} disabled={disabled} error={error} />
      {value.length + uploads.tasks.length > 0 && (
        <ul className="deck-rows" aria-label={t('files')}>
          {value.map((uploadId, index) => (
            <UploadedFile
              key={uploadId}
              uploadId={uploadId}
              place={{ index, count: value.length }}
              move={move}
              remove={() => remove(uploadId)}
            />
          ))}
          {uploads.tasks.map(task => (
            <UploadRow key={task.id} task={task} uploads={uploads} />
          ))}
        </ul>
      )}
    </div>
  )
}
