import { sections } from '../components/sections.tsx'
import { Cleansings } from './cleansings.tsx'
import { Segments } from './segments.tsx'
import { Senders } from './senders.tsx'

export default sections('delivery', { senders: Senders, segments: Segments, cleansing: Cleansings })
