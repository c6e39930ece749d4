// Pictures that are decoded before they are needed; at most MOST_PICTURES of them are in memory.

export const MOST_PICTURES = 100;

export class PictureCache {
  #kept = new Map(); // address to the image, the one used longest ago first

  get size() {
    return this.#kept.size;
  }

  // Start to load and decode a picture; return its image, whose `ready` tells whether it can be shown at once.
  load(address) {
    let image = this.#kept.get(address);
    if (image) {
      this.#kept.delete(address);
    } else {
      image = new Image();
      image.decoding = "async";
      image.src = address;
      image.ready = false;
      image.broken = false;
      image.loaded = image.decode().then(
        () => { image.ready = true; },
        () => { image.broken = true; this.#kept.delete(address); },
      );
    }
    this.#kept.set(address, image);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_PICTURES) break;
      this.#kept.get(oldest).src = "";
      this.#kept.delete(oldest);
    }
    return image;
  }
}
