import type { Plugin } from 'vite';

export function licences(): { noting: () => Plugin; writing: Plugin };
