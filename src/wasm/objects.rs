//! What crosses outward, as plain JavaScript objects: by the names that its types declare.
//!
//! A general serializer weighs several times as much, for kinds of data that no type of ours has.

use std::fmt;

use js_sys::{Array, Object};
use serde::ser::{Error, Impossible, Serialize, SerializeSeq, SerializeStruct, Serializer};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type Plain;

    #[wasm_bindgen(method, indexing_setter)]
    fn set(this: &Plain, key: &str, value: JsValue);
}

/// A value as a JavaScript one; what is missing is `null`.
pub(super) fn to_js(value: &impl Serialize) -> JsValue {
    match value.serialize(Objects) {
        Ok(value) => value,
        Err(never) => match never {},
    }
}

struct Objects;

/// Nothing fails: an object takes any property.
#[derive(Debug)]
enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl Error for Never {
    fn custom<T: fmt::Display>(_: T) -> Self {
        unsupported()
    }
}

/// A type with a field of a kind that is not served here: the first call shows it to whoever adds one.
fn unsupported() -> ! {
    wasm_bindgen::throw_str("this kind of data does not cross")
}

type Js = Result<JsValue, Never>;

macro_rules! unsupported {
    ($($method:ident($kind:ty)),+) => {
        $(fn $method(self, _: $kind) -> Js {
            unsupported()
        })+
    };
}

impl Serializer for Objects {
    type Ok = JsValue;
    type Error = Never;
    type SerializeSeq = List;
    type SerializeTuple = Impossible<JsValue, Never>;
    type SerializeTupleStruct = Impossible<JsValue, Never>;
    type SerializeTupleVariant = Impossible<JsValue, Never>;
    type SerializeMap = Impossible<JsValue, Never>;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Impossible<JsValue, Never>;

    unsupported!(
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i64(i64),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u64(u64),
        serialize_f32(f32),
        serialize_char(char),
        serialize_bytes(&[u8]),
        serialize_unit_struct(&'static str)
    );

    fn serialize_bool(self, value: bool) -> Js {
        Ok(JsValue::from_bool(value))
    }

    fn serialize_i32(self, value: i32) -> Js {
        self.serialize_f64(f64::from(value))
    }

    fn serialize_u32(self, value: u32) -> Js {
        self.serialize_f64(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Js {
        Ok(JsValue::from_f64(value))
    }

    fn serialize_str(self, value: &str) -> Js {
        Ok(JsValue::from_str(value))
    }

    fn serialize_none(self) -> Js {
        Ok(JsValue::NULL)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Js {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Js {
        self.serialize_none()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Js {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Js {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &'static str, _: u32, _: &'static str, _: &T) -> Js {
        unsupported()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List, Never> {
        Ok(List(Array::new()))
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Never> {
        unsupported()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Never> {
        unsupported()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Never> {
        unsupported()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Never> {
        unsupported()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields, Never> {
        Ok(Fields(Object::new().unchecked_into()))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Never> {
        unsupported()
    }
}

struct List(Array);

impl SerializeSeq for List {
    type Ok = JsValue;
    type Error = Never;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        self.0.push(&value.serialize(Objects)?);
        Ok(())
    }

    fn end(self) -> Js {
        Ok(self.0.into())
    }
}

struct Fields(Plain);

impl SerializeStruct for Fields {
    type Ok = JsValue;
    type Error = Never;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Never> {
        self.0.set(key, value.serialize(Objects)?);
        Ok(())
    }

    fn end(self) -> Js {
        Ok(self.0.into())
    }
}
