// The pictures of Yōtei.
export * from './scenes';
export * from './signs';
