import { Sections } from '../components/sections.tsx'
import { Cleansings } from './cleansings.tsx'
import { Segments } from './segments.tsx'
import { Senders } from './senders.tsx'

const PARTS = { senders: Senders, segments: Segments, cleansing: Cleansings }

const Screen = () => <Sections screen="delivery" parts={PARTS} />

export default Screen
