// What those on stage alone see, in one piece that comes beside the slide.
export { Filmstrip } from './Filmstrip.tsx'
export { NextSlide } from './NextSlide.tsx'
export { NotesControl } from './NotesControl.tsx'
export { TimeLeft } from './PitchTimer.tsx'
