// The cards of a set by their ids, for those that the view names by id alone.
import { findSet, type CardSet, type LandCard } from '../../lib/cardsets';

/** The very files that the engine is built with (src/meson.build). */
const shipped: readonly CardSet[] = Object.values(import.meta.glob<CardSet>('../../../../cards/*-*.json', { eager: true, import: 'default' }));
const setOf = (name: string | undefined): CardSet | undefined => shipped.find((set) => set.name === name) ?? (name === undefined ? undefined : findSet(name));

/** Potatoes for a mystery card, where the set is known. */
export const cashOf = (set: string, power: string): number | undefined => setOf(set)?.mystery.find(({ id }) => id === power)?.cash;

export const landOf = (set: string | undefined, id: string): LandCard | undefined => setOf(set)?.land.find((land) => land.id === id);
