// A button that is held: by the pointer, or by Enter or Space. What it shows is hidden again when it is
// let go, wherever that happens.
export function holder(node: HTMLElement, told: (held: boolean) => void): { destroy: () => void } {
  let held = false;
  const set = (to: boolean): void => {
    if (held !== to) told((held = to));
  };
  const free = (): void => set(false);
  const down = (event: Event): void => {
    if (event instanceof KeyboardEvent) {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
    }
    set(true);
  };
  const quiet = (event: Event): void => event.preventDefault();
  const list: [EventTarget, string, (event: Event) => void][] = [
    [node, 'pointerdown', down], [node, 'keydown', down], [node, 'keyup', free], [node, 'blur', free], [node, 'contextmenu', quiet],
    [window, 'pointerup', free], [window, 'pointercancel', free], [window, 'blur', free],
  ];
  for (const [target, name, act] of list) target.addEventListener(name, act);
  return {
    destroy() {
      for (const [target, name, act] of list) target.removeEventListener(name, act);
    },
  };
}
